/**
 * The API reference as one page that needs no other: rendered once from the OpenAPI document. What lives here:
 * reading the document, the guide that goes before it, and how both look. What must not: anything an endpoint
 * says about itself, which stands in its declaration.
 */
import { catalogue } from '../../reports/catalogue.ts';
import type { Report } from '../../reports/define-report.ts';
import type { OpenApi } from '../openapi/document.ts';
import { buildPolicy } from './frame.ts';
import { buildGuide } from './guide.ts';
import { renderPage } from './layout.ts';
import { readGroups } from './read-document.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';

export type ReferencePage = { html: string; contentSecurityPolicy: string };

export function buildReferencePage(document: OpenApi, reports: readonly Report[] = catalogue): ReferencePage {
  const { title, version, summary, description } = document.info;
  const page = renderPage({
    title,
    version,
    summary,
    description,
    guide: buildGuide(reports),
    groups: readGroups(document),
    styles,
    script,
  });
  return { html: page.text, contentSecurityPolicy };
}

const contentSecurityPolicy = buildPolicy({ styles, script });
