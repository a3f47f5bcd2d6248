import { m } from "../../messages/messages.js";
import { Button } from "./button.tsx";
import type { EditorSession } from "./session.ts";

type ToolbarProps = {
  session: EditorSession;
  isEditing: boolean;
  isRouterDisabled: boolean;
  onEditing: (isEditing: boolean) => void;
  onRouterDisabled: (isDisabled: boolean) => void;
  onOpen: (window: "texts" | "pictures" | "preview") => void;
  onLogOut: () => void;
};

/** The bar over the page: edit mode, what can be opened, the other languages, log-out. */
export function Toolbar({ session, isEditing, isRouterDisabled, ...does }: ToolbarProps) {
  const { onEditing, onRouterDisabled, onOpen, onLogOut } = does;
  return (
    <nav className="op-toolbar" aria-label={m.operators_ui_toolbar()}>
      <b className="op-name">{session.name}</b>
      <Button aria-pressed={isEditing} onClick={() => onEditing(!isEditing)}>
        {m.operators_ui_edit()}
      </Button>
      <Button
        aria-pressed={isRouterDisabled}
        title={m.operators_ui_router_help()}
        onClick={() => onRouterDisabled(!isRouterDisabled)}
      >
        {m.operators_ui_router()}
      </Button>
      {isEditing && (
        <>
          <Button onClick={() => onOpen("texts")}>{m.operators_ui_texts()}</Button>
          <Button onClick={() => onOpen("pictures")}>{m.operators_ui_pictures()}</Button>
        </>
      )}
      <Button onClick={() => onOpen("preview")}>{m.operators_ui_preview()}</Button>
      {session.locales
        .filter((locale) => locale !== session.locale)
        .map((locale) => (
          <a key={locale} className="op-button" href={inLanguage(locale)} hrefLang={locale}>
            {locale === "fr" ? "Français" : "English"}
          </a>
        ))}
      <Button onClick={onLogOut}>{m.operators_ui_log_out()}</Button>
    </nav>
  );
}

function inLanguage(locale: string): string {
  const query = new URLSearchParams(location.search);
  query.set("locale", locale);
  return `${location.pathname}?${query}`;
}
