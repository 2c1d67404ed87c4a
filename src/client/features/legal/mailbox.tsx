export function Mailbox({ address }: { readonly address: string }) {
  return (
    <a href={`mailto:${address}`} className="break-words">
      {address}
    </a>
  );
}
