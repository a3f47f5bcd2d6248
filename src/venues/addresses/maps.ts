type Located = {
  name: string;
  street_address: string;
  postal_code: string;
  locality: string;
  latitude: number | null;
  longitude: number | null;
};

/** The venue on a map: at its coordinates where they are known, else the search for its address. */
export function mapsUrl({ name, street_address, postal_code, locality, latitude, longitude }: Located): string {
  if (latitude !== null && longitude !== null)
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`;
  const query = `Casino ${name}, ${street_address}, ${postal_code} ${locality}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}
