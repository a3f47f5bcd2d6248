import { z } from "zod";

/** Items separated by commas. */
export const listOf = (isItem: (item: string) => boolean, error: string, value = z.string()) =>
  value
    .transform((given) => given.split(",").map((item) => item.trim()))
    .refine((items) => items.every(isItem), { error });

/** An https address without the slash at its end. */
export const secureAddress = z
  .string()
  .refine((value) => URL.canParse(value) && new URL(value).protocol === "https:", { error: "must be an https address" })
  .transform((value) => value.replace(/\/+$/, ""));

/** A key or certificate in PEM, whose lines may be written with \n in an environment. */
export const pemOf = (value: z.ZodString) => value.transform((text) => text.replaceAll("\\n", "\n"));
