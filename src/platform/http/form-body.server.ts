import { readBytes } from "./json-body.server.ts";

export const FORM_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 200;

/** A posted form: urlencoded, or multipart, possibly with files. */
export type PostedForm = URLSearchParams | FormData;
export type FormBody = { form: PostedForm } | { refusal: 400 | 413 | 415 };

/**
 * Reads a form within limits: at most `bytesMax` bytes and `fieldsMax` fields, urlencoded, or multipart if `takesFiles`. The fields'
 * values are validated by their schemas. Anything else is refused; it never throws for bad input.
 */
export async function readForm(
  request: Request,
  { bytesMax, fieldsMax = FIELDS_MAX, takesFiles }: { bytesMax: number; fieldsMax?: number; takesFiles: boolean },
): Promise<FormBody> {
  const type = request.headers.get("content-type") ?? "";
  const isPlain = /^application\/x-www-form-urlencoded(;|$)/i.test(type);
  const hasParts = takesFiles && /^multipart\/form-data(;|$)/i.test(type);
  const isEmpty = type === "" && request.body === null;
  if (!isPlain && !hasParts && !isEmpty) return { refusal: 415 };
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) return { refusal: 413 };
  const form = hasParts ? await partsOf(bytes, type) : new URLSearchParams(new TextDecoder().decode(bytes));
  if (form === null || [...form.keys()].length > fieldsMax) return { refusal: 400 };
  return { form };
}

/** The first text of each field, without files. The object has no prototype, so that a field may have any name. */
export function textsOf(form: PostedForm): Record<string, string> {
  const texts = Object.create(null) as Record<string, string>;
  for (const [name, value] of form) if (typeof value === "string" && !(name in texts)) texts[name] = value;
  return texts;
}

async function partsOf(bytes: Uint8Array, type: string): Promise<FormData | null> {
  const answer = new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } });
  return answer.formData().catch(() => null);
}
