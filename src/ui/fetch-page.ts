/** Longer than this, in milliseconds, and the visitor is told. */
const PATIENCE_MS = 10_000;

/**
 * Another page of this site as a document, to take parts from. Parsed by the browser's own loader, so no text becomes HTML in
 * script (Trusted Types); its scripts do not run. Rejects where no page comes.
 */
export function fetchPage(href: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", href);
    request.responseType = "document";
    request.timeout = PATIENCE_MS;
    request.addEventListener("load", () => {
      if (request.status === 200 && request.responseXML !== null) resolve(request.responseXML);
      else reject(new Error(`a page answered ${request.status}`));
    });
    for (const failure of ["error", "timeout", "abort"])
      request.addEventListener(failure, () => reject(new Error(`a page did not come: ${failure}`)));
    request.send();
  });
}
