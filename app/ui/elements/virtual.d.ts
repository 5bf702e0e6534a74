declare module "virtual:elements" {
  /** URL of the script of app/ui/elements. */
  const address: string;
  export default address;
}
