import "../../src/ui/document/styles.css";
import "../../src/ui/motion/lightbox.css";
import "../../src/ui/document/loading-rays.css";
import "../../src/ui/forms/field.css";
import "../../src/ui/figures/figure.css";
import "../../src/ui/desk/desk.css";
import "../../src/ui/desk/people.css";
import "./catalogue.css";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { overwriteGetLocale } from "../../src/messages/runtime.js";
import type { Qr } from "../../src/ui/qr.server.ts";
import { catalogueRoutes } from "./catalogue.tsx";

overwriteGetLocale(() => "en");

const root = document.getElementById("catalogue");
if (root === null) throw new Error("The catalogue has no place in this page.");
const qr = JSON.parse(root.dataset["qr"] ?? "") as Qr;
hydrateRoot(root, <RouterProvider router={createBrowserRouter(catalogueRoutes(qr))} />);
