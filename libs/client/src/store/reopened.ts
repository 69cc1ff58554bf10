/** A resource that is opened at its first use, and again after it was released or could not be opened. */
export class Reopened<Resource> {
  private opening: Promise<Resource> | undefined;

  constructor(private readonly open: () => Promise<Resource>) {}

  get(): Promise<Resource> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  /** @returns the resource, if it is open: it is the caller's to close */
  release(): Promise<Resource> | undefined {
    const { opening } = this;
    this.opening = undefined;
    return opening;
  }

  replace(resource: Resource): void {
    this.opening = Promise.resolve(resource);
  }
}
