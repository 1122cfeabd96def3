import type { Reference } from './document.ts';

/**
 * Parts that several operations have in common move to the components. Of those that go by one name, the form
 * used most often gets the name; the other forms stay where they are used.
 */
export type Shared<Part> = {
  components: Record<string, Part>;
  refer(name: string, part: Part): Part | Reference;
};

type Form<Part> = { part: Part; uses: number };

export function shareParts<Part>(
  place: 'schemas' | 'parameters' | 'responses',
  uses: readonly { name: string; part: Part }[],
): Shared<Part> {
  const formsByName = new Map<string, Map<string, Form<Part>>>();
  for (const { name, part } of uses) {
    const forms = formsByName.get(name) ?? new Map<string, Form<Part>>();
    const text = JSON.stringify(part);
    forms.set(text, { part, uses: (forms.get(text)?.uses ?? 0) + 1 });
    formsByName.set(name, forms);
  }
  const components: Record<string, Part> = {};
  for (const [name, forms] of formsByName) {
    const [favourite] = [...forms.values()].sort((a, b) => b.uses - a.uses);
    if (favourite && favourite.uses > 1) components[name] = favourite.part;
  }
  return {
    components,
    refer: (name, part) =>
      JSON.stringify(components[name]) === JSON.stringify(part)
        ? { $ref: `#/components/${place}/${name}` }
        : part,
  };
}

/** Words of operation ids, tags, codes and fields as the name of a component. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
}
