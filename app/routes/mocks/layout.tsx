import type { LayoutHandle } from "#app/ui/page.ts";
import { SignedOutLayout } from "#app/ui/signed-out-layout.tsx";

export const handle: LayoutHandle = { robots: "noindex, nofollow" };

export default SignedOutLayout;
