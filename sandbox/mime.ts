/** A decoded mail. */
export type ReadMail = { messageId: string; from: string; subject: string; text: string; html: string | null };
type Part = { headers: Map<string, string>; body: string };

/**
 * Decodes a mail: its headers and the first plain and HTML parts. Bytes are kept as one character each until they are
 * decoded.
 */
export function readMail(raw: Buffer): ReadMail {
  const whole = partOf(raw.toString("latin1"));
  const leaves = leavesOf(whole);
  const first = (type: string) => leaves.find((part) => contentType(part).type === type);
  const plain = first("text/plain");
  const html = first("text/html");
  return {
    messageId: whole.headers.get("message-id") ?? "",
    from: decodeWords(whole.headers.get("from") ?? ""),
    subject: decodeWords(whole.headers.get("subject") ?? ""),
    text: plain === undefined ? "" : textOf(plain),
    html: html === undefined ? null : textOf(html),
  };
}

function partOf(source: string): Part {
  const end = source.search(/\r?\n\r?\n/);
  const head = end === -1 ? source : source.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end === -1 ? "" : source.slice(end).replace(/^\r?\n\r?\n/, "") };
}

function leavesOf(part: Part): Part[] {
  const { type, boundary } = contentType(part);
  if (!type.startsWith("multipart/") || boundary === "") return [part];
  const pieces = part.body.split(`--${boundary}`).slice(1);
  const inside = pieces.filter((piece) => !piece.startsWith("--"));
  return inside.flatMap((piece) => leavesOf(partOf(piece.replace(/^\r?\n/, "").replace(/\r?\n$/, ""))));
}

function contentType({ headers }: Part): { type: string; boundary: string } {
  const value = headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(value)?.[1] ?? "";
  return { type: (value.split(";")[0] ?? "").trim().toLowerCase(), boundary };
}

function textOf({ headers, body }: Part): string {
  const encoding = (headers.get("content-transfer-encoding") ?? "").toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding === "quoted-printable") return quotedPrintable(body.replace(/=[ \t]*\r?\n/g, ""));
  return Buffer.from(body, "latin1").toString("utf8");
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Decodes encoded words of a header (RFC 2047). The space between two of them is dropped. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : quotedPrintable(word.replaceAll("_", " ")),
    );
}
