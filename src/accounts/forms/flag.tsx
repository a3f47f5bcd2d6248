type Stripes = { isUpright: boolean; colors: [string, string, string] };

const STRIPES: Record<string, Stripes> = {
  FR: { isUpright: true, colors: ["#0055a4", "#fff", "#ef4135"] },
  BE: { isUpright: true, colors: ["#000", "#fdda24", "#ef3340"] },
  DE: { isUpright: false, colors: ["#000", "#d00", "#ffce00"] },
};

/** The flag of a country of the group; other countries show their code. Decorative. */
export function Flag({ country }: { country: string }) {
  const stripes = STRIPES[country];
  if (country === "CH")
    return (
      <svg className="flag" viewBox="0 0 24 18">
        <path fill="#d52b1e" d="M0 0h24v18H0z" />
        <path fill="#fff" d="M10.5 4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z" />
      </svg>
    );
  if (stripes === undefined) return <span className="flag-code">{country}</span>;
  return (
    <svg className="flag" viewBox="0 0 24 18">
      {stripes.colors.map((color, at) => (
        <path key={color} fill={color} d={stripes.isUpright ? `M${at * 8} 0h8v18h-8z` : `M0 ${at * 6}h24v6H0z`} />
      ))}
    </svg>
  );
}
