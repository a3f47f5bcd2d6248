type MeetingKind = "professional" | "private";

/** The last part of the address of each kind of meeting. */
export const MEETING_SLUGS: Record<MeetingKind, string> = {
  professional: "evenements-professionnels",
  private: "evenements-prives",
};

export function meetingKind(slug: string): MeetingKind | undefined {
  return (["professional", "private"] as const).find((kind) => MEETING_SLUGS[kind] === slug);
}
