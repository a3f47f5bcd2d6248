import { pictureHref } from "../session.ts";

/** Pictures as a grid of buttons, each named by its key. */
export function PictureGallery({ keys, onChoose }: { keys: string[]; onChoose: (key: string) => void }) {
  return (
    <ul className="op-gallery">
      {keys.map((key) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(key)}>
            <img src={pictureHref(key, 300)} alt="" loading="lazy" />
            <span>{key}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
