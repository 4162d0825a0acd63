import { renderApiReference } from './render-api-reference.ts';
import { renderArchitecture } from './render-architecture.ts';
import { renderCommandReference } from './render-command-reference.ts';
import { renderConfigurationTable } from './render-configuration-table.ts';
import { renderEnvExample } from './render-env-example.ts';
import { renderSearchProviders } from './render-search-providers.ts';
import { renderErrorList } from './render-error-list.ts';

/** A document that is told from the code: where it lies, from the root of the repository, and its whole text. */
export interface GeneratedDocument {
  readonly path: string;
  readonly render: () => string | Promise<string>;
}

export const GENERATED_DOCUMENTS: readonly GeneratedDocument[] = [
  { path: '.env.example', render: renderEnvExample },
  { path: 'docs/configuration.md', render: renderConfigurationTable },
  { path: 'docs/api.md', render: renderApiReference },
  { path: 'docs/cli.md', render: renderCommandReference },
  { path: 'docs/search.md', render: renderSearchProviders },
  { path: 'docs/errors.md', render: renderErrorList },
  { path: 'ARCHITECTURE.md', render: renderArchitecture },
];
