/** Component tests see the page's details, as a person does who has asked for them. */
localStorage.setItem("details", "on");
document.documentElement.setAttribute("data-details", "");
