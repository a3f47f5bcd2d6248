/** A clock that stands still until a test moves it. */
export function standingClock(start: string | Date) {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    set(instant: string | Date) {
      now = new Date(instant).getTime();
    },
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}
export type StandingClock = ReturnType<typeof standingClock>;
