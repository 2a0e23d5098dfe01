// What browsers have and TypeScript's own library doesn't name yet.

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
}
