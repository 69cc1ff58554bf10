/** What the page of an item gets of its address: `users/ada/sessions` has `ada` and `sessions`. */
export interface ItemAddress {
  readonly id: string;
  readonly view: string;
}
