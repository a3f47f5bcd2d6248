/** A figure of a wallet under its name, in a `<dl>`. */
export function LabelledValue({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
