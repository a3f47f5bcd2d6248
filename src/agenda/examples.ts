/** The answer of this room's call for /api/openapi.json, as the demonstration gives it. */

const show = {
  id: 5101,
  title: "Cabaret NU, la nouvelle revue",
  picture_url: "http://port-serac.localhost:3000/media/show-stage-curtain",
  text: "<p>Quatorze artistes, un orchestre de six musiciens et une salle qui n’a pas changé de velours depuis 1931.</p>",
  start_at: "2026-11-21T20:30:00+01:00",
  end_at: null,
  broadcast_start_at: "2026-11-14T00:00:00+01:00",
  broadcast_end_at: "2026-11-22T01:00:00+01:00",
  reservation_url: "https://reservation.belrive.example/port-serac/cabaret-nu?date=2026-11-21&time=20:30&guests=2",
  data: {
    billetweb_id: "belrive-port-serac-5101",
  },
  doors_time: "19:30",
  duration_minutes: 110,
  price_min: 90,
  price_max: 145,
  age_min: 18,
  seats_total: 210,
  seats_left: 24,
  performer: "La troupe du Cabaret NU",
} as const;
const announcement = {
  id: 5108,
  title: "La semaine des bains du soir",
  picture_url: "http://port-serac.localhost:3000/media/spa-pool",
  text: "<p>Toute la semaine, le Spa des Thermes prolonge sa journée : à partir de 18h00, on baisse les lampes, on allume les bougies entre les colonnes et le bassin se nage en silence.</p>",
  start_at: "2026-11-19T10:00:00+01:00",
  end_at: "2026-11-26T20:00:00+01:00",
  broadcast_start_at: "2026-11-14T00:00:00+01:00",
  broadcast_end_at: "2026-11-26T20:00:00+01:00",
  reservation_url: "https://reservation.belrive.example/port-serac/semaine-des-bains?guests=2",
  data: {
    billetweb_id: null,
  },
  doors_time: null,
  duration_minutes: 90,
  price_min: 34,
  price_max: null,
  age_min: 16,
  seats_total: null,
  seats_left: null,
  performer: null,
} as const;

export const agenda = {
  data: { spectacle: [show], announcement: [announcement], event_list: [show], agenda_list: [announcement] },
} as const;
