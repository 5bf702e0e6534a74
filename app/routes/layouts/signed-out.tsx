export { SignedOutLayout as default } from "#app/ui/signed-out-layout.tsx";
