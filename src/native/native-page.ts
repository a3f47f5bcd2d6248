/** The app's part of a page that does not hydrate. */
import { showFailure } from "../ui/failure.ts";
import { isNative } from "./bridge.ts";
import { startNativeApp } from "./native-app.ts";

if (isNative(window)) startNativeApp(document, { waits: () => undefined, fails: showFailure });
