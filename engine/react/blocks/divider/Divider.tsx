export function Divider() {
  return <hr className="divider" />;
}
