export class InarowError extends Error {}

export class Problem extends InarowError {
  name = "Problem";

  constructor(document, retryAfter) {
    super(document.detail ?? document.title);
    const { code, status, title, errors = [], requestId } = document;
    Object.assign(this, { code, status, title, errors, retryAfter, requestId });
  }
}

export class Unreachable extends InarowError {
  name = "Unreachable";
}

export class TimedOut extends Unreachable {
  name = "TimeoutError";
}
