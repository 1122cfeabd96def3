import { formatCountry, formatDevice, formatLanguage, formatReferrer } from '../format/names.ts';
import {
  type Filter,
  type FilterName,
  type Filters,
  filterLabels,
  listFilters,
  operators,
} from '../view/filters.ts';

/** A value as rows show it: names for codes, everything else as it was recorded. */
export function showValue(name: FilterName, value: string): string {
  switch (name) {
    case 'country':
      return formatCountry(value);
    case 'language':
      return formatLanguage(value);
    case 'device':
      return formatDevice(value);
    case 'visitor_type':
    case 'paying':
    case 'identified':
      return value.charAt(0).toUpperCase() + value.slice(1);
    case 'referrer':
      return formatReferrer(value);
    default:
      return value;
  }
}

const isExact = ({ operator }: Filter) => operator === 'is' || operator === 'is_not';

export function showValues(name: FilterName, filter: Filter): string {
  const shown = filter.values.map((value) => (isExact(filter) ? showValue(name, value) : value));
  return shown.join(', ');
}

/** "Country is Germany, France" */
export function describeFilter(name: FilterName, filter: Filter): string {
  return `${filterLabels[name]} ${operators[filter.operator]} ${showValues(name, filter)}`;
}

/** Whom the filters select, as briefly as it can be said. */
export function nameFilters(filters: Filters): string {
  const [first, ...others] = listFilters(filters);
  if (!first) return everyone;
  return others.length > 0 ? 'these filters' : describeFilter(...first);
}

export const everyone = 'Everyone';
