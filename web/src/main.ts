import { mount } from "svelte";
import App from "./App.svelte";
import { askAhead } from "./lib/opening";
import { follow } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import "./theme.css";

askAhead(location.pathname);
settings.apply();
follow();
const place = document.getElementById("app");
if (place) mount(App, { target: place });
