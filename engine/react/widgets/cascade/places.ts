/** One entry of a list, as it is answered. */
export interface Place {
  code: string;
  name: string;
}

/** A city with its districts; the code of a district is the city's and a suffix (tools/places.mjs). */
interface City extends Place {
  items: [suffix: string, name: string][];
}

type FetchJson = (url: string) => Promise<unknown>;

export const provinces = async (fetchJson: FetchJson): Promise<Place[]> => (await fetchJson('/places/provinces.json')) as Place[];

const citiesOf = async (fetchJson: FetchJson, province: string) => (await fetchJson(`/places/${province}.json`)) as City[];

export async function cities(fetchJson: FetchJson, province: string): Promise<Place[]> {
  return (await citiesOf(fetchJson, province)).map(({ code, name }) => ({ code, name }));
}

export async function districts(fetchJson: FetchJson, province: string, city: string): Promise<Place[]> {
  const found = (await citiesOf(fetchJson, province)).find(({ code }) => code === city);
  return (found?.items ?? []).map(([suffix, name]) => ({ code: city + suffix, name }));
}
