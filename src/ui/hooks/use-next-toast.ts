import { cookieIn } from "../../platform/cookies.ts";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import { decodedText } from "../../platform/decoded-text.ts";
import { useFeedback } from "../feedback/feedback.tsx";

const LENGTH_MAX = 80;

/** Shows the toast that an action left in a cookie before it redirected here, once. */
export function useNextToast(): void {
  const { key } = useLocation();
  const { toast } = useFeedback();
  const tell = useEffectEvent(() => {
    const left = cookieIn(document.cookie, "toast");
    if (left === undefined) return;
    document.cookie = "toast=; path=/; max-age=0; samesite=lax";
    const text = decodedText(left);
    if (text !== null) toast(text.slice(0, LENGTH_MAX));
  });
  useEffect(() => tell(), [key]);
}
