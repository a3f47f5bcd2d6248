/** An answer of the floor API: a success, or a refusal with its code. Stored for replays. */
export type FloorAnswer = { status: 200 | 404 | 409 | 422; body: object };
