import { useSearch as useDecodedSearch } from 'wouter';

/** The search of the address as it is written: the router decodes it, and a value with an & in it would fall apart. */
export function useSearch(): string {
  useDecodedSearch();
  return location.search.slice(1);
}
