declare module "virtual:elements" {
  /** The address of the script of app/ui/elements. */
  const address: string;
  export default address;
}
