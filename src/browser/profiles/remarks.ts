/** The remarks on parts that were left out of a profile, in a bounded number of words. */
export interface Remarks {
  add(remark: string): void;
  readonly sentences: string[];
}

const MAX_REMARKS = 5;
const MAX_CHARACTERS = 300;

export function createRemarks(): Remarks {
  const remarks: string[] = [];
  let others = 0;
  return {
    add(remark) {
      if (remarks.length < MAX_REMARKS) remarks.push(`Profile: ${remark.slice(0, MAX_CHARACTERS)}.`);
      else others++;
    },
    get sentences() {
      return others === 0 ? remarks : [...remarks, `Profile: ${others} more such remarks.`];
    },
  };
}
