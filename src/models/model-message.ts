/** A message of a conversation with a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** The same for models that know no system: its text comes before the first of the user. */
export function withoutSystem(messages: readonly ModelMessage[]): ModelMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const rest = messages.filter(({ role }) => role !== 'system');
  return rest.map((message, index) =>
    index === 0 ? { ...message, text: [...system, message.text].join('\n\n') } : message,
  );
}
