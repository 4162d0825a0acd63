/** Child and sibling links of nodes that may be moved. Node 0 is the document, nobody's child: 0 says "none". */
export class NodeLinks {
  firstChild: Int32Array;
  lastChild: Int32Array;
  next: Int32Array;
  previous: Int32Array;

  /** Links the first `length` nodes, whose order of creation must be document order. */
  constructor(capacity: number, parent: Int32Array, length: number) {
    this.firstChild = new Int32Array(capacity);
    this.lastChild = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.previous = new Int32Array(capacity);
    for (let node = 1; node < length; node++) this.append(parent[node]!, node);
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent]!;
    this.previous[node] = last;
    this.next[node] = 0;
    if (last === 0) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(parent: number, sibling: number, node: number): void {
    const before = this.previous[sibling]!;
    this.previous[node] = before;
    this.next[node] = sibling;
    this.previous[sibling] = node;
    if (before === 0) this.firstChild[parent] = node;
    else this.next[before] = node;
  }

  detach(parent: number, node: number): void {
    const before = this.previous[node]!;
    const after = this.next[node]!;
    if (before === 0) this.firstChild[parent] = after;
    else this.next[before] = after;
    if (after === 0) this.lastChild[parent] = before;
    else this.previous[after] = before;
    this.previous[node] = 0;
    this.next[node] = 0;
  }

  /** Appends the children of `from` to `to`, corrects their `parent` and gives their number. */
  moveChildren(from: number, to: number, parent: Int32Array): number {
    const first = this.firstChild[from]!;
    if (first === 0) return 0;
    let count = 0;
    for (let child = first; child !== 0; child = this.next[child]!) {
      parent[child] = to;
      count++;
    }
    const last = this.lastChild[to]!;
    this.previous[first] = last;
    if (last === 0) this.firstChild[to] = first;
    else this.next[last] = first;
    this.lastChild[to] = this.lastChild[from]!;
    this.firstChild[from] = 0;
    this.lastChild[from] = 0;
    return count;
  }

  grow(capacity: number): void {
    this.firstChild = enlarge(this.firstChild, capacity);
    this.lastChild = enlarge(this.lastChild, capacity);
    this.next = enlarge(this.next, capacity);
    this.previous = enlarge(this.previous, capacity);
  }
}

function enlarge(old: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(old);
  return larger;
}
