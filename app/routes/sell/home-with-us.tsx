import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

/** In place of the ways to pay: another customer sells this home with us (AMB-D02). */
export function HomeWithUs({ id, address, paid }: { id: string; address: string; paid: boolean }) {
  const email = useSupportEmail();
  const subject = encodeURIComponent(`Matter ${id}: ${address}`);
  return (
    <Notification
      kind={paid ? "error" : "warning"}
      title="This home is with us already"
      live={paid}
    >
      <p>
        Another customer is selling {address} with us, and a home is sold once.{" "}
        {paid
          ? "We received your payment, and have not counted it. Please do not pay again: we are looking into it."
          : "There is nothing for you to pay, and nothing has been charged."}{" "}
        There are two ways on:
      </p>
      <ul>
        <li>
          If you own it together, ask the other owner to have you added to their sale: an email from
          them to <EmailLink email={email} /> with your name and your email address is enough.
        </li>
        <li>
          If you do not know of another sale,{" "}
          <a href={`mailto:${email}?subject=${subject}`}>write to us</a> and we look into it.
        </li>
      </ul>
    </Notification>
  );
}
