/** The last part of the address of each kind of meeting. */
export const MEETING_SLUGS = {
  professional: "evenements-professionnels",
  private: "evenements-prives",
};
