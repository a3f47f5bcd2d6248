/** What the casino floor is answered: the body of a success or of a refusal by its code, kept for replays. */
export type FloorAnswer = { status: 200 | 404 | 409 | 422; body: object };
