import { z } from "@hono/zod-openapi";
import type { Call } from "../accounts/calls.server.ts";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { addressPart } from "../platform/api/router.server.ts";
import { projectPart } from "../staff/calls.server.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { contentKey, type BlockDocument } from "./contract.ts";
import { saved, type Problem, type Version } from "./editing/answers.ts";
import type { CurrentVersion, RestoreOutcome } from "./editing/saving.server.ts";

/** The answer of a call that wrote a text. */
export const savedAnswer = z.object({ data: saved });
/** Any text is accepted here, because the languages depend on the site; `inLanguage` refuses others. */
export const localeHeader = z.object({
  locale: z
    .string()
    .optional()
    .openapi({ enum: ["fr", "en"], description: "The language of the text; French by default" }),
});
/** The address of one text. */
export const keyParams = z.object({ projectId: projectPart, key: addressPart(contentKey, "-", "home-text") });

/** Writes in the language of the `locale` header, French without it. Answers 422 for one that the site does not have. */
export async function inLanguage(
  c: Call,
  venue: Venue,
  write: (locale: Locale) => Promise<Response>,
): Promise<Response> {
  const said = c.req.header("locale") ?? "fr";
  const language = venue.locales.find((one) => one === said);
  if (language !== undefined) return write(language);
  const languages = venue.locales.join(", ");
  return apiError(c, 422, [
    { key: "locale", message: m.operators_locale_unknown({ languages }, { locale: c.var.locale }) },
  ]);
}

/** The answer to a text that was saved, restored or published, or why it was not. */
export function answerOf(c: Call, outcome: RestoreOutcome, unknown = m.operators_revision_unknown): Response {
  const { locale } = c.var;
  if ("unknown" in outcome) return apiError(c, 404, unknown({}, { locale }));
  if ("full" in outcome) return apiError(c, 422, [{ key: "key", message: m.operators_full({}, { locale }) }]);
  if ("refused" in outcome) return apiError(c, 422, outcome.refused);
  if ("conflict" in outcome) return conflict(c, outcome);
  const draft = outcome.isDraft === true ? { is_draft: true } : {};
  return c.json({ data: { rev: outcome.rev, ...draft, ...warningsOf(outcome.warnings) } });
}

/** Answers 409 with both versions, so that nothing typed is lost and nothing by others is overwritten unseen. */
export function conflict(
  c: Call,
  { conflict: theirs, yours }: { conflict: CurrentVersion; yours: BlockDocument },
): Response {
  const error = m.operators_conflict({}, { locale: c.var.locale });
  return c.json(
    { error, error_details: { yours: { content: JSON.stringify(yours) }, theirs: wireVersion(theirs) } },
    409,
  );
}

function wireVersion({ rev, document, at, operator }: CurrentVersion): Version {
  return { rev, content: JSON.stringify(document), updated_at: at.toISOString(), operator };
}

export function warningsOf(warnings: Problem[]): { warnings?: Problem[] } {
  return warnings.length === 0 ? {} : { warnings };
}
