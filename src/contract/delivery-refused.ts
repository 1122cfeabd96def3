/** A message that no further attempt would deliver. Its own text is for the people of the workspace. */
export class DeliveryRefused extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DeliveryRefused';
  }
}
