/** Bodies and answers of this room's calls for /api/openapi.json. */

export const ticket = { ticket: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDYW1pbGxlIn0.DjVLNM6TJ6qXb55j18etHMd2dZJc" } as const;
export const session = { data: { token: "7WmXf0b3mW2Jv0h6Jt9s1eV1q8y4nA5cK2rD3uT6zQg" } } as const;
export const permissions = { permissions: ["SITE_UPDATE", "CONTENT_PUBLISH", "OFFERS"] } as const;
