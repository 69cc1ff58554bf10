/** The part of an address that the page of an item receives: `users/ada/sessions` has `ada` and `sessions`. */
export interface ItemAddress {
  readonly id: string;
  readonly view: string;
}
