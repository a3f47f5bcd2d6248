import { m } from "../../../messages/messages.js";

/**
 * An animation of how to become a member: three captioned scenes appear once and stay. It has no sound, takes less than five
 * seconds and does not repeat. With reduced motion it is complete from the start.
 */
export function JoiningFilm() {
  return (
    <figure className="film" aria-label={m.enrollment_film_label()}>
      <ol>
        <li className="film-scene">
          <Scene>
            <path d="M14 62V40a6 6 0 0 1 12 0v8h44v-8a6 6 0 0 1 12 0v22M20 62h56v6H20zM24 68v6M72 68v6" />
            <rect x="40" y="14" width="16" height="27" rx="2" />
            <path d="M44 22h8M44 27h8M44 32h5" />
          </Scene>
          <span>{m.enrollment_film_home()}</span>
        </li>
        <li className="film-scene">
          <Scene>
            <path d="M16 74V34a32 32 0 0 1 64 0v40M26 74V36a22 22 0 0 1 44 0v38M8 74h80" />
            <rect x="39" y="40" width="18" height="18" />
            <path d="M43 44h4v4h-4zM49 44h4v4h-4zM43 50h4v4h-4zM50 51h3v3h-3z" />
          </Scene>
          <span>{m.enrollment_film_door()}</span>
        </li>
        <li className="film-scene">
          <Scene>
            <rect x="18" y="26" width="60" height="38" rx="4" />
            <path d="M18 53h60M36 53a12 12 0 0 1 24 0M48 41v-7M39 44l-5-5M57 44l5-5M34 51l-7-2M62 51l7-2" />
          </Scene>
          <span>{m.enrollment_film_card()}</span>
        </li>
      </ol>
    </figure>
  );
}

function Scene({ children }: { children: React.ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
