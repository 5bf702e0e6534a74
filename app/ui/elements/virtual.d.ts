declare module "virtual:elements" {
  /** URL of the built script of app/ui/elements. */
  const address: string;
  export default address;
}
