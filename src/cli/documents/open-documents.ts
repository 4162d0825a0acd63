import { UsageError, type CommandContext } from '../command/command.ts';
import type { OwnFlags } from '../option-flags.ts';
import { askDocuments } from './ask-documents.ts';
import type { Documents } from './documents.ts';
import { makeDocuments } from './make-documents.ts';
import { namedService, openServiceClient } from '../command/service-client.ts';

/** Documents from the service that was named, or made here when none was. */
export async function openDocuments(
  context: Pick<CommandContext, 'config' | 'log'>,
  own: OwnFlags,
): Promise<Documents> {
  const service = namedService(own['service'], context.config);
  if (service === undefined) return makeDocuments(context);
  if (own['explain'] === true)
    throw new UsageError('--explain tells of work that is done here: it goes without a service');
  return askDocuments(openServiceClient(service, context));
}
