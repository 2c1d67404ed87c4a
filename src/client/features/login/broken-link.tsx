import { AuthLayout } from './auth-layout.tsx';

/** Shown where the token of a link in a mail is missing or cut off. */
export function BrokenLink() {
  return (
    <AuthLayout title="This link isn’t complete" description="Part of it got lost on the way.">
      <p>Open the link in the email once more, or copy all of it. It may run over two lines.</p>
    </AuthLayout>
  );
}
