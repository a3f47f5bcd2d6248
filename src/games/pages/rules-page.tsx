import { Blocks } from "../../content/pages/blocks.tsx";
import { Editable } from "../../content/editing/editing.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import styles from "./rules.css?url";
import type { GameRulesView } from "../views.ts";

/** The rules of a game. */
export function RulesPage({ view }: { view: GameRulesView }) {
  return (
    <article className="column rules" aria-labelledby="rules-title">
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="rules-text">
        <Ornament shape="fan" />
        <h1 className="title-1" id="rules-title">
          {view.title}
        </h1>
        <Editable contentKey={view.contentKey} document={view.text.document}>
          <Blocks document={view.text.document} pictures={view.text.pictures} />
        </Editable>
        <p className="rules-foot">
          <PageLink className="link" href={view.back.href}>
            <Icon name="caret-left" small />
            {view.back.label}
          </PageLink>
        </p>
      </div>
    </article>
  );
}
