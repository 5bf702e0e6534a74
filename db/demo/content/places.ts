/** Towns, with the parts that all addresses in a town have in common. */
export const towns: Record<string, Town> = {
  Bath: town("Bath and North East Somerset", "Somerset", 51.381, -2.359, "ST", "100120"),
  Birmingham: town("Birmingham", "West Midlands", 52.446, -1.888, "WM", "100070"),
  Brighton: town("Brighton and Hove", "East Sussex", 50.843, -0.146, "ESX", "220"),
  Bristol: town("Bristol, City of", "Bristol", 51.463, -2.598, "BL", "353"),
  Cambridge: town("Cambridge", "Cambridgeshire", 52.199, 0.138, "CB", "200004"),
  Cardiff: town("Cardiff", "South Glamorgan", 51.489, -3.198, "CYM", "100100"),
  Chester: town("Cheshire West and Chester", "Cheshire", 53.19, -2.89, "CH", "100010"),
  Exeter: town("Exeter", "Devon", 50.718, -3.518, "DN", "100040"),
  Leeds: town("Leeds", "West Yorkshire", 53.806, -1.556, "WYK", "720"),
  Liverpool: town("Liverpool", "Merseyside", 53.385, -2.937, "MS", "38"),
  London: town("Southwark", "Greater London", 51.466, -0.068, "TGL", "200003"),
  Manchester: town("Manchester", "Greater Manchester", 53.448, -2.26, "GM", "77"),
  "Newcastle upon Tyne": town("Newcastle upon Tyne", "Tyne and Wear", 54.983, -1.58, "TY", "4510"),
  Norwich: town("Norwich", "Norfolk", 52.626, 1.281, "NK", "100090"),
  Nottingham: town("Rushcliffe", "Nottinghamshire", 52.932, -1.128, "NT", "3040"),
  Sheffield: town("Sheffield", "South Yorkshire", 53.372, -1.504, "SYK", "100050"),
  Swansea: town("Swansea", "West Glamorgan", 51.572, -4.003, "CYM", "100100"),
  York: town("York", "North Yorkshire", 53.954, -1.085, "NYK", "100050"),
};

type Town = {
  district: string;
  county: string;
  latitude: number;
  longitude: number;
  titles: string;
  uprns: string;
};

function town(
  district: string,
  county: string,
  latitude: number,
  longitude: number,
  titles: string,
  uprns: string,
): Town {
  return { district, county, latitude, longitude, titles, uprns };
}
