import { encode } from 'uqr';

/** @param label purpose of the code */
export function Drawing({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { border: 4, ecc: 'M' });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so that it needs no URL
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr-code-ground" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-code-dark" d={path} />
    </svg>
  );
}
