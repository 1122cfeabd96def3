import type { JsonSchema } from '../openapi/json-schema.ts';

/** A schema as rows of a table: one a field, those of nested objects under a dotted name. */
export type FieldRow = {
  name: string;
  type: string;
  required: boolean;
  defaultValue: unknown;
  description: string;
};

export type ResolveSchema = (schema: JsonSchema) => JsonSchema;

export function buildFieldRows(schema: JsonSchema, resolve: ResolveSchema, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).flatMap(([name, field]) => {
    const resolved = resolve(field);
    const row = buildFieldRow(`${prefix}${name}`, resolved, required.includes(name), resolve);
    const items = resolved.items && resolve(resolved.items);
    const nested = [resolved, ...(resolved.anyOf ?? [])].map(resolve).find(({ properties }) => properties);
    if (items?.properties) return [row, ...buildFieldRows(items, resolve, `${prefix}${name}[].`)];
    return nested ? [row, ...buildFieldRows(nested, resolve, `${prefix}${name}.`)] : [row];
  });
}

export function buildFieldRow(
  name: string,
  schema: JsonSchema,
  required: boolean,
  resolve: ResolveSchema,
): FieldRow {
  return {
    name,
    type: describeType(schema, resolve),
    required,
    defaultValue: schema.default,
    description: [schema.description, describeChoice(schema), describeLength(schema)]
      .filter(Boolean)
      .join(' '),
  };
}

function describeType(schema: JsonSchema, resolve: ResolveSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const types = alternatives.map((each) => describeType(resolve(each), resolve));
    return [...new Set(types)].join(' or ');
  }
  if (schema.items) return `array of ${describeType(resolve(schema.items), resolve)}`;
  const type = [schema.type ?? typeof (schema.const ?? schema.enum?.[0] ?? {})].flat().join(' or ');
  return schema.format ? `${type}, ${schema.format}` : type;
}

function describeChoice({ enum: values, const: only }: JsonSchema): string | undefined {
  if (only !== undefined) return `Always \`${String(only)}\`.`;
  return values && `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`;
}

function describeLength({ minLength = 0, maxLength }: JsonSchema): string | undefined {
  if (maxLength === undefined) return undefined;
  const most = maxLength.toLocaleString('en-US');
  return minLength > 0 ? `${minLength} to ${most} characters.` : `Up to ${most} characters.`;
}
