import { Drawing } from "./drawing.tsx";
import street from "./drawings/street.svg?url";

/** For whom the service is: the section of the landing page (G-015 to G-018). */
export function EveryHome() {
  return (
    <section className="part every-home" data-tone="sand" aria-labelledby="every-home">
      <div className="wrap">
        <h2 id="every-home">Made for every seller, every situation and every home</h2>
        <ul className="ticks">
          <li>Whether or not you have found an estate agent</li>
          <li>Whether or not you found your next home</li>
          <li>Whether you have a house or flat</li>
        </ul>
      </div>
      <Drawing className="street" src={street} width={1200} height={340} />
    </section>
  );
}
