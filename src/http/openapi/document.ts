import type { JsonSchema } from './json-schema.ts';

/** As much of OpenAPI 3.1 as our document uses. */

export type Reference = { $ref: string };

export type Parameter = {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type Example = { summary?: string; value: unknown };

export type MediaType = {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Example | Reference>;
};

export type Response = {
  description: string;
  headers?: Record<string, Reference>;
  content?: { 'application/json': MediaType; 'text/csv'?: MediaType };
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** The scope that the key needs stands in the list; it is empty where any valid key will do. */
  security: { apiKey: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: { 'application/json': MediaType } };
  responses: Record<string, Response | Reference>;
};

export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    headers: Record<string, object>;
    examples: Record<string, Example>;
  };
};
