/** Thrown where reading has to end early; what there is until then is kept. */
export class ReadingEnded extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReadingEnded';
  }
}
